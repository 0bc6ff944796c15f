/** An event of the page, or React's around it. */
type Told = Event | { readonly nativeEvent: Event }
type KeyPress = Told & { readonly key: string }

/** What browsers tell of a key that an input method has taken for itself. */
const TAKEN_BY_INPUT_METHOD = 229

/**
 * Whether the event belongs to words that an input method is still composing: they are not in the field yet,
 * so a key means nothing else. Safari ends the composition before it tells of the Enter that ended it; then
 * only the number says so.
 */
export function isComposing(event: Told): boolean {
  const told = 'nativeEvent' in event ? event.nativeEvent : event
  if ('isComposing' in told && told.isComposing === true) return true
  return 'keyCode' in told && told.keyCode === TAKEN_BY_INPUT_METHOD
}

/** Enter that takes over what was typed. */
export const isEnter = (event: KeyPress): boolean => event.key === 'Enter' && !isComposing(event)

/** Escape that leaves; not the one that takes back what an input method was composing. */
export const isEscape = (event: KeyPress): boolean => event.key === 'Escape' && !isComposing(event)
