const copied = [
  'boxSizing',
  'width',
  'padding',
  'border',
  'font',
  'letterSpacing',
  'direction',
  'scrollbarGutter'
] as const

/** Where the line of the caret stands on the screen, in a field of several lines; never outside of the field. */
export function caretBox(field: HTMLTextAreaElement): { left: number; top: number; bottom: number } {
  const styles = getComputedStyle(field)
  const copy = document.createElement('div')
  for (const name of copied) copy.style[name] = styles[name]
  Object.assign(copy.style, {
    position: 'fixed',
    visibility: 'hidden',
    overflow: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere'
  })
  const caret = document.createElement('span')
  caret.textContent = '\u200b'
  // as the field has it, to be measured, and seen by nobody
  copy.append(field.value.slice(0, field.selectionStart), caret)
  document.body.append(copy)
  const { offsetLeft, offsetTop, offsetHeight } = caret
  copy.remove()
  const rect = field.getBoundingClientRect()
  const top = within(rect.top + offsetTop - field.scrollTop, rect.top, rect.bottom)
  return {
    left: within(rect.left + offsetLeft, rect.left, rect.right),
    top,
    bottom: within(top + offsetHeight, top, rect.bottom)
  }
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
