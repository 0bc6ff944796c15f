const english = new Intl.NumberFormat('en')

/** `12,345`: a number as people count, alike on every computer. */
export const numberText = (value: number): string => english.format(value)
