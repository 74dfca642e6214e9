/** Mathematics as the server writes it ("√289 = 17", "2³ = 8"), in the parts that are typeset differently. */
export interface Part {
  kind: "number" | "sign" | "power" | "root" | "word";
  text: string;
  /** A root: 2 or 3. */
  degree?: 2 | 3;
}

const PART = /([√∛])\s*(\d+)|(\d+)|([²³])|([+−×÷=<>≠·-])|([^\s\d√∛²³+−×÷=<>≠·-]+)/gu;
const RAISED: Record<string, string> = { "²": "2", "³": "3" };

export function partsOf(maths: string): Part[] {
  return [...maths.matchAll(PART)].map(([, root, under, number, power, sign, word]): Part => {
    if (root) return { kind: "root", text: under ?? "", degree: root === "∛" ? 3 : 2 };
    if (number) return { kind: "number", text: number };
    if (power) return { kind: "power", text: RAISED[power] ?? power };
    return sign ? { kind: "sign", text: sign } : { kind: "word", text: word ?? "" };
  });
}
