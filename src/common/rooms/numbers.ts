/** What one person writes by is below this. */
const SINGLE = 2 ** 32
/** How many numbers another service is given at once, for all who write there. */
const BLOCK = 2 ** 24

/** Numbers below 2³² are given to one person each; above, a number stands for the block that it begins. */
export const numbers = {
  single: { least: 1, below: SINGLE },
  /** Of a block, in blocks. */
  block: { least: SINGLE / BLOCK, below: 2 ** 28 },
  /** Within a block: its first number is that of the service itself. */
  within: { least: 1, below: BLOCK }
} as const

/** The number that a block begins with. @param nth one of `numbers.block` */
export const blockAt = (nth: number): number => nth * BLOCK

/** The block that a number is in, by its first number; null for the number of one person. */
export const blockOf = (client: number): number | null => (client < SINGLE ? null : client - (client % BLOCK))

/** Whether this number is that of a whole block. */
export const isBlock = (client: number): boolean => blockOf(client) === client

/** Whether whoever was given one number may write by another one: only a block has several. */
export const mayWriteBy = (given: number, client: number): boolean =>
  client === given || (isBlock(given) && blockOf(client) === given)
