/** The commands of a person's own snippets. */
export const snippetCommandNames = {
  'page.save-snippet': { title: 'Save as a snippet…', group: 'Edit', where: 'page' },
  'page.snippets': { title: 'Manage snippets…', group: 'Edit', where: 'page' }
} as const
