/** What is said about the look of a block. */
export const words = {
  title: (block: string) => `Look of ${block}`,
  frame: (block: string) => `${block} as readers see it`
} as const
