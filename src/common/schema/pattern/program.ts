import { assertNever } from '../../errors'
import { PatternRefusal } from './parse'
import type { CharacterSet, PatternNode, Place } from './syntax'

type Instruction =
  | { readonly op: 'character'; readonly set: CharacterSet }
  | { readonly op: 'either'; a: number; b: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'place'; readonly place: Place }
  | { readonly op: 'look'; readonly look: number; readonly negated: boolean }
  | { readonly op: 'match' }

/**
 * Instructions, and the patterns looked for ahead or behind on the way. A look ahead is written to be run
 * backwards.
 */
export interface Program {
  readonly code: readonly Instruction[]
  readonly looks: readonly Look[]
}

interface Look {
  readonly program: Program
  readonly ahead: boolean
}

const MAX_INSTRUCTIONS = 4000

/** @throws PatternRefusal when counted repetitions unfold to too much */
export function assembled(node: PatternNode): Program {
  return assemble(node, false, { left: MAX_INSTRUCTIONS })
}

function assemble(root: PatternNode, backwards: boolean, room: { left: number }): Program {
  const code: Instruction[] = []
  const looks: Look[] = []

  const put = <I extends Instruction>(instruction: I): I => {
    if (room.left-- <= 0)
      throw new PatternRefusal('The pattern repeats too much to be checked quickly. Use smaller counts.')
    code.push(instruction)
    return instruction
  }

  const write = (node: PatternNode): void => {
    switch (node.type) {
      case 'empty':
        return
      case 'character':
        put({ op: 'character', set: node.set })
        return
      case 'sequence':
        for (const part of backwards ? [...node.nodes].reverse() : node.nodes) write(part)
        return
      case 'choice':
        return choice(node.nodes)
      case 'repeat':
        return repeat(node.node, node.min, node.max)
      case 'place':
        put({ op: 'place', place: node.place })
        return
      case 'look':
        looks.push({ program: assemble(node.node, node.ahead, room), ahead: node.ahead })
        put({ op: 'look', look: looks.length - 1, negated: node.negated })
        return
      default:
        assertNever(node)
    }
  }

  const choice = (nodes: readonly PatternNode[]): void => {
    const jumps: { to: number }[] = []
    nodes.forEach((node, index) => {
      if (index === nodes.length - 1) return write(node)
      const fork = put({ op: 'either', a: code.length + 1, b: 0 })
      write(node)
      jumps.push(put({ op: 'jump', to: 0 }))
      fork.b = code.length
    })
    for (const jump of jumps) jump.to = code.length
  }

  const repeat = (node: PatternNode, min: number, max: number): void => {
    for (let count = 0; count < min; count++) write(node)
    if (max === Infinity) {
      const fork = put({ op: 'either', a: code.length + 1, b: 0 })
      const start = code.length - 1
      write(node)
      put({ op: 'jump', to: start })
      fork.b = code.length
      return
    }
    const forks: { b: number }[] = []
    for (let count = min; count < max; count++) {
      forks.push(put({ op: 'either', a: code.length + 1, b: 0 }))
      write(node)
    }
    for (const fork of forks) fork.b = code.length
  }

  write(root)
  put({ op: 'match' })
  return { code, looks }
}
