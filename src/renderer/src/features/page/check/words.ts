/** What is said of a page that is read as something else than what is shown. */
export const words = {
  title: 'Look at this page in Source',
  sentence:
    'Something in it is written otherwise than it is shown here. Nothing is lost: turn to Source and see whether it is what you want.'
} as const
