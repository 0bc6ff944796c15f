/** The commands that lead to the panel of a page. */
export const panelCommandNames = {
  'page.metadata': { title: 'Metadata of the page', group: 'Go' },
  'page.section-metadata': { title: 'Metadata of the section', group: 'Go', where: 'page' }
} as const
