/** What is said of placeholders and icons. */
export const words = {
  noSheet: (name: string) =>
    `“{{${name}}}” stands for nothing: this site has no placeholders.json with columns Key and Text.`,
  noKey: (name: string) => `“{{${name}}}” stands for nothing: no row of placeholders.json has this key.`,
  noIcon: (name: string) => `“:${name}:” is no icon of this site: /icons has no ${name.toLowerCase()}.svg.`,
  placeholders: 'Placeholders',
  icons: 'Icons',
  placeholder: 'Placeholder…',
  icon: 'Icon…'
} as const
