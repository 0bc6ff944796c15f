/** The command that shows a block as readers see it. */
export const lookCommandNames = {
  'page.look': { title: 'Look at the block as readers see it', group: 'View', where: 'page' }
} as const
