/** A text without spaces at its edges, and with single ones in it. */
export const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim()
