import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem, root } from '../project.mjs'

/** @returns a file of `scripts/package` with each `@NAME@` in it replaced by what is given for it */
export function filled(name, values) {
  const text = readFileSync(join(root, 'scripts/package', name), 'utf8')
  return text.replace(/@([A-Z]+)@/g, (_all, key) => {
    if (values[key] === undefined)
      throw new Problem(`${name} has a place for ${key}, and nothing is known for it.`)
    return values[key]
  })
}

/** The day of a time, as `2026-11-24`. */
export const dayOf = (epoch) => new Date(epoch * 1000).toISOString().slice(0, 10)
