/**
 * The row of `table` under a name that came from outside, e.g. an id. Names like `constructor` or `__proto__` find only
 * what was put there, never what every object has. (Rows are put in by spread and computed key, which is safe.)
 */
export function own<T>(table: Readonly<Record<string, T>>, name: string | undefined): T | undefined {
  return name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}
