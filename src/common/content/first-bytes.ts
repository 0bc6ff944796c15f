/** Whether bytes begin with these letters, each of them one byte; @param at so many bytes further in */
export const beginsWith = (bytes: Uint8Array, letters: string, at = 0): boolean =>
  bytes.length >= at + letters.length &&
  Array.from(letters).every((letter, index) => bytes[at + index] === letter.charCodeAt(0))
