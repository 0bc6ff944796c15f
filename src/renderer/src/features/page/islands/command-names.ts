/** The commands of what the page editor does not take apart. */
export const islandCommandNames = {
  'page.edit-html': { title: 'Edit the HTML…', group: 'Edit', where: 'page' },
  'page.insert-html': { title: 'Insert HTML…', group: 'Edit', where: 'page' }
} as const
