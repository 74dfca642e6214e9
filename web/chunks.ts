/** What every screen needs before it can draw comes as one file, not as two dozen small ones. */

/** What the bundler tells of a module. */
interface Module {
  isEntry: boolean;
  importers: readonly string[];
}
interface Context {
  getModuleInfo: (id: string) => Module | null;
}

/** Whether the entry needs a module at once: through imports that do not wait. */
function isNeeded(id: string, context: Context, seen: Set<string>): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const module = context.getModuleInfo(id);
  if (!module) return false;
  return module.isEntry || module.importers.some((other) => isNeeded(other, context, seen));
}

/** The group of a module, for the bundler. */
export function first(id: string, context: Context): string | null {
  return isNeeded(id, context, new Set()) ? "index" : null;
}
