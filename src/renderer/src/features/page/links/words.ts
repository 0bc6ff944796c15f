/** What is said of links. */
export const words = {
  pages: 'Pages',
  headings: 'Headings',
  thisPage: 'on this page',
  home: 'Home',
  linkTo: (address: string) => `Link to ${address}`
} as const
