/** A rules document cut into its rules: the text itself stays the only authority. */
export interface Rule {
  id: string;
  html: string;
  reading: boolean;
}

export interface Chapter {
  title: string;
  html: string[];
  rules: Rule[];
}

function safe(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

export function inline(text: string): string {
  return safe(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>")
    .replace(/(^|[^*\w])\*([^*\s][^*]*)\*/g, "$1<i>$2</i>")
    .replace(/(^|[\s(,;])((?:AB|CA|KA|AS|AK)-\d+(?:\.\d+)?)/g, '$1<a href="#$2">$2</a>');
}

/** Marks a rule where the printed text is silent, in every language of the documents. */
const READING = /our reading|náš výklad/;
const RULE = /^\s*(?:-\s+)?\*{0,2}((?:AB|CA|KA|AS|AK)-\d+\.\d+)\*{0,2}\s+(.*)$/;

function table(lines: string[]): string {
  const rows = lines
    .filter((line) => !/^\s*\|[\s|:-]+\|\s*$/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^\||\|$/g, "")
        .split(/(?<!\\)\|/),
    );
  const cells = (row: string[], tag: string): string =>
    row.map((cell) => `<${tag}>${inline(cell.replace(/\\\|/g, "|").trim())}</${tag}>`).join("");
  const [head, ...body] = rows;
  return `<div class="scroll" tabindex="0"><table><thead><tr>${cells(head ?? [], "th")}</tr></thead><tbody>${body.map((row) => `<tr>${cells(row, "td")}</tr>`).join("")}</tbody></table></div>`;
}

/** Two rules in one line ("... **AB-7.6** ...") are two rules. */
function split(line: string): string[] {
  return line.split(/(?=\*\*(?:AB|CA|KA|AS|AK)-\d+\.\d+\*\*\s)/).filter((part) => part.trim() && part.trim() !== "-");
}

/** Lines that follow each other are one paragraph. */
function paragraph(before: string | undefined, above: string, line: string): string {
  if (before === undefined) return `<p>${line}</p>`;
  const joins = above.trim() !== "" && before.endsWith("</p>");
  return joins ? `${before.slice(0, -4)} ${line}</p>` : `${before}<p>${line}</p>`;
}

export function chapters(text: string): Chapter[] {
  const all: Chapter[] = [];
  let now: Chapter = { title: "", html: [], rules: [] };
  const lines = text.split("\n");
  let rule: Rule | null = null;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (/^#{1,3} /.test(line)) {
      if (now.html.length || now.rules.length) all.push(now);
      now = { title: line.replace(/^#+ |`/g, ""), html: [], rules: [] };
      rule = null;
      continue;
    }
    const into = (html: string): void => {
      if (rule) rule.html += html;
      else now.html.push(html);
    };
    if (line.startsWith("```")) {
      const end = lines.findIndex((next, j) => j > i && next.startsWith("```"));
      into(`<pre tabindex="0">${safe(lines.slice(i + 1, end).join("\n"))}</pre>`);
      i = end < 0 ? lines.length : end;
    } else if (line.trim().startsWith("|")) {
      const start = i;
      while ((lines[i + 1] ?? "").trim().startsWith("|")) i++;
      now.html.push(table(lines.slice(start, i + 1)));
      rule = null;
    } else if (RULE.test(line) || /\*\*(?:AB|CA|KA|AS|AK)-\d+\.\d+\*\*/.test(line)) {
      for (const part of split(line)) {
        const match = RULE.exec(part);
        if (match) {
          rule = { id: match[1] ?? "", html: inline(match[2] ?? ""), reading: READING.test(part) };
          now.rules.push(rule);
        } else now.html.push(`<p>${inline(part)}</p>`);
      }
    } else if (line.trim() === "") {
      rule = null;
    } else {
      if (rule) rule.html += ` ${inline(line.trim())}`;
      else now.html.push(paragraph(now.html.pop(), lines[i - 1] ?? "", inline(line.trim())));
      if (rule && READING.test(line)) rule.reading = true;
    }
  }
  all.push(now);
  return all.filter((chapter) => chapter.html.length || chapter.rules.length);
}
