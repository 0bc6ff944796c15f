/** Commands of what is pasted into a page. */
export const pasteCommandNames = {
  'page.paste-as-text': { title: 'Paste as text', group: 'Edit', shortcut: 'mod+shift+V', where: 'page' },
  'page.pasted-as-text': { title: 'Make what was pasted text', group: 'Edit', where: 'page' },
  'page.pasted-spaces': {
    title: 'Make blanks of what was pasted plain spaces',
    group: 'Edit',
    where: 'page'
  },
  'page.pasted-fetch': { title: 'Fetch pasted pictures from other servers…', group: 'Edit', where: 'page' },
  'page.pasted-links': {
    title: 'Make links of pasted pictures on other servers',
    group: 'Edit',
    where: 'page'
  }
} as const
