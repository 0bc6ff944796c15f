/** What is said about the block library of a site. */
export const words = {
  noSheet: (name: string) => `${name} is no sheet, so it adds nothing to the block library.`,
  tooLarge: (name: string) => `${name} is too large to be a block library.`,
  unread: (name: string, why: string) => `${name} could not be read: ${why}`,
  elsewhere: (address: string) => `${address} is not in this site, so the block library leaves it out.`,
  noBlocks: (name: string) => `${name} holds no blocks.`,
  tooMany: (most: number) => `The block library names more than ${most} pages; the others are left out.`,
  config: 'The config of the site'
} as const
