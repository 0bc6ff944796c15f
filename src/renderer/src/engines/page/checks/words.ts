/** What is said of what a reader would stumble over. */
export const words = {
  secondHeading: 'There is a heading 1 already: one says what the page is about.',
  skipped: (level: number, before: number) =>
    `Heading ${level} follows heading ${before}: a level is left out.`,
  fills: 'These words only fill the place.',
  silentLink: 'This link has no words: describe its picture.',
  noDescription: 'The picture has no description.'
} as const
