/** What is said of links. */
export const words = {
  pages: 'Pages',
  headings: 'Headings',
  thisPage: 'on this page',
  home: 'Home',
  linkTo: (address: string) => `Link to ${address}`,
  link: 'Link',
  linkOfPicture: 'Link of the picture',
  address: 'Page or address',
  addressHint: 'Words of a title, an address such as /about, https:// or a mail address, or #heading',
  text: 'Text',
  found: 'Pages and headings',
  remove: 'Remove link',
  open: 'Open',
  cancel: 'Cancel',
  movedMeanwhile: 'The words were changed meanwhile, and the link was not made. Choose them again.',
  noHeading: (address: string) => `This page has no heading for “${address}”.`,
  leadsNowhere: (address: string) => `“${address}” leads to no page of this site.`
} as const
