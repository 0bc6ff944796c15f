/** What the panel of a page says while it has none. */
export const words = {
  none: 'Open a page to see its outline.',
  noneHint: 'Outline and metadata are shown while a page is written in as Page.'
} as const
