/** What the editor of HTML in a page says. */
export const words = {
  edit: 'Edit HTML',
  insert: 'Insert HTML',
  field: 'HTML',
  hint: 'It is written into the page exactly as it stands here.',
  apply: 'Apply',
  cancel: 'Cancel',
  close: 'Close',
  broken:
    'This would not stay what it is in the page: something in it is not closed, or closes more than it opens. Correct it, and apply it again.',
  gone: 'What you are editing is not in the page any more. Copy the text if you need it.',
  applied: 'HTML applied'
} as const
