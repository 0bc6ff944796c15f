import { atStart, YOU } from '.'

/** Both changed the same place. @param by who changed it; `you`: in another window, or with a script */
export function conflictWords(by: string): string {
  return by === YOU
    ? 'You changed this file elsewhere while you were typing here, in the same place.'
    : `${atStart(by)} changed this file while you were typing in the same place.`
}

/** Their text is shown, nothing was typed here. */
export const changedWords = (by: string) =>
  by === YOU ? 'You changed this file elsewhere.' : `Changed by ${by}.`

/** Each changed something else. */
export function mergedWords(by: string): string {
  return by === YOU
    ? 'You changed other lines elsewhere while you were typing here.'
    : `${atStart(by)} changed other lines while you were typing.`
}

/** Whose text was taken. */
export const theirWords = (by: string) =>
  by === YOU ? 'This is what you saved elsewhere.' : `This is the text of ${by}.`
