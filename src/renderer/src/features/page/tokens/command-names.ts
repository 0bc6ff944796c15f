/** The commands of placeholders and icons. */
export const tokenCommandNames = {
  'page.placeholder': { title: 'Insert a placeholder', group: 'Edit', where: 'page' },
  'page.icon': { title: 'Insert an icon', group: 'Edit', where: 'page' }
} as const
