/** The command of lists with numbers. */
export const listCommandNames = {
  'page.list-start': { title: 'Start number of the list…', group: 'Edit', where: 'page' }
} as const
