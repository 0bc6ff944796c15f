/** What is asked about lists. */
export const words = {
  title: 'Start number of the list',
  number: 'Begin with',
  cancel: 'Cancel',
  done: 'Set'
} as const
