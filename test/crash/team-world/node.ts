import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { createInterface } from 'node:readline'

/** One process of `galley team serve`. */
export interface Node {
  readonly process: ChildProcessWithoutNullStreams
  /** Null before it listens, and when it has ended. */
  origin: string | null
  readonly ended: Promise<unknown>
  /** Its error stream so far. */
  said: string
}

/**
 * @param environment all that it is told, beside the limits, which are off
 * @param within a program that it is started by, with its arguments
 */
export function startNode(
  program: string,
  environment: NodeJS.ProcessEnv,
  within: readonly string[] = []
): Node {
  const [first = '', ...rest] = [...within, process.execPath, program, 'team', 'serve']
  const child = spawn(first, rest, { env: { ...environment, GALLEY_TEAM_LIMITS: 'off' } })
  const node: Node = {
    process: child,
    origin: null,
    ended: new Promise((resolve) => child.once('close', resolve)),
    said: ''
  }
  void node.ended.then(() => (node.origin = null))
  child.stderr.on('data', (part: Buffer) => (node.said += part.toString()))
  createInterface({ input: child.stdout }).on('line', (line) => {
    node.origin = /^galley listening on (\S+)$/.exec(line)?.[1] ?? node.origin
  })
  return node
}

/** Whether a node has said last that it leads. */
export const leads = ({ said }: Node): boolean =>
  /(this|another) node leads/.exec(said.split('\n').reverse().join('\n'))?.[1] === 'this'
