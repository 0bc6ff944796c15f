/** Commands of links. */
export const linkCommandNames = {
  'page.link': { title: 'Link…', group: 'Edit', shortcut: 'mod+K', where: 'page' },
  'page.edit-link': { title: 'Change the link…', group: 'Edit', shortcut: 'alt+Enter', where: 'page' },
  'page.open-link': { title: 'Open what the link leads to', group: 'Go', where: 'page' },
  'page.remove-link': { title: 'Remove the link', group: 'Edit', where: 'page' },
  'page.link-to-page': { title: 'Link to a page…', group: 'Edit', where: 'page' },
  'page.add-here': { title: 'Add something here…', group: 'Edit', where: 'page' }
} as const
