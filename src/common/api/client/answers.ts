import { z } from 'zod'
import type { ServiceEvent } from '../events'
import { isVia } from '../../person'
import { event, listItem, type historyRecord, type versionRecord } from '../shapes'
import type { Reader } from './calls'

type Of<Shape extends z.ZodType> = z.output<Shape>

export const listItems: Reader<Of<typeof listItem>[]> = everyOne(flatCheck(listItem))
export const versionRecords: Reader<Of<typeof versionRecord>[]> = everyOne(isVersion)
export const historyRecords: Reader<Of<typeof historyRecord>[]> = everyOne(isHistoryRecord)

/** Null for what is no event of ours. */
export function eventOf(data: unknown): ServiceEvent | null {
  if (typeof data !== 'string') return null
  try {
    return event.parse(JSON.parse(data))
  } catch {
    return null
  }
}

/**
 * Lists may have 10,000 elements and are checked between two key strokes, so by hand: zod takes 30 ms for
 * what takes one.
 */
function everyOne<T>(test: (element: unknown) => element is T): Reader<T[]> {
  return {
    parse(value) {
      if (Array.isArray(value) && value.every(test)) return value
      throw new TypeError('The service answered with a list that is none.')
    }
  }
}

/** What a flat shape asks, made once into the quickest check there is. */
function flatCheck<Members extends FlatMembers>(
  shape: z.ZodObject<Members>
): (value: unknown) => value is z.infer<z.ZodObject<Members>> {
  const members = Object.entries(shape.shape).map(([name, member]) => {
    const optional = member instanceof z.ZodExactOptional
    const { type } = (optional ? member.unwrap() : member).def
    return { name, type, optional }
  })
  return (value): value is z.infer<z.ZodObject<Members>> =>
    isRecord(value) &&
    members.every(({ name, type, optional }) => {
      const member = value[name]
      return typeof member === type || (optional && member === undefined)
    })
}

type FlatMember = z.ZodString | z.ZodNumber
type FlatMembers = Readonly<Record<string, FlatMember | z.ZodExactOptional<FlatMember>>>

function isVersion(value: unknown): value is Of<typeof versionRecord> {
  return (
    isRecord(value) &&
    typeof value.url === 'string' &&
    typeof value.path === 'string' &&
    typeof value.timestamp === 'number' &&
    isOptional(value.label, 'string') &&
    Array.isArray(value.users) &&
    value.users.every((user) => isRecord(user) && typeof user.email === 'string')
  )
}

function isHistoryRecord(value: unknown): value is Of<typeof historyRecord> {
  if (!isRecord(value)) return false
  const { written } = value
  return (
    isVersion(value) &&
    (written === undefined ||
      (isRecord(written) &&
        typeof written.at === 'number' &&
        isRecord(written.by) &&
        typeof written.by.email === 'string' &&
        (written.by.via === undefined || isVia(written.by.via))))
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isOptional = (value: unknown, type: 'string' | 'number') => value === undefined || typeof value === type
