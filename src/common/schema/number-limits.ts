import type { Keywords } from './keywords'

/**
 * What a schema asks of a number, beside its kind and its options: here it is named, read, and checked, and
 * nowhere else. A new keyword about numbers is a member here, with a line in each of the three.
 */
export interface NumberLimits {
  readonly minimum: number | null
  readonly maximum: number | null
}

export const numberKeywords = ['minimum', 'maximum'] as const

export function readNumberLimits(keywords: Keywords): NumberLimits {
  const [minimum, maximum] = keywords.bounds('minimum', 'maximum', 'number')
  return { minimum, maximum }
}

interface NumberBreach {
  readonly rule: (typeof numberKeywords)[number]
  readonly limit: number
  readonly message: string
}

/** The first of them that a number breaks; null when it breaks none. */
export function numberBreach({ minimum, maximum }: NumberLimits, value: number): NumberBreach | null {
  if (minimum !== null && value < minimum)
    return { rule: 'minimum', limit: minimum, message: `This must be ${minimum} or more.` }
  if (maximum !== null && value > maximum)
    return { rule: 'maximum', limit: maximum, message: `This must be ${maximum} or less.` }
  return null
}
