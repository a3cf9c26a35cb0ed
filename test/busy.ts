/** Options of tests in which other programs take part: a machine that is too busy for them gets another chance. */
export const ONCE_MORE = { retry: 1 } as const;
