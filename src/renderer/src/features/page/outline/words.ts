/** What the outline says. */
export const words = {
  title: 'Outline',
  section: (number: string) => `Section ${number}`,
  moved: 'Moved'
} as const
