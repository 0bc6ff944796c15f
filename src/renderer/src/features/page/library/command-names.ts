/** The command of the block library. */
export const libraryCommandNames = {
  'page.block-library': { title: 'Block library…', group: 'Edit', where: 'page' }
} as const
