/** A blank at which no line is broken, between a number and its unit. */
export const nb = '\u00a0';

/** A count with its noun, in English. */
export const n1 = (n: number, one: string, many: string) => `${n}${nb}${n === 1 ? one : many}`;
