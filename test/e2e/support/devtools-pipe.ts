import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { waitFor } from './wait'

interface Answer {
  readonly id?: number
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

/** The page of the app's window, driven through the pipe of the DevTools protocol. */
export interface DrivenPage {
  /** Value of an expression in the page; a promise is waited for. */
  evaluate(expression: string): Promise<unknown>
  /** Double-clicks the element with the mouse. */
  doubleClick(selector: string): Promise<void>
  /** Puts the text where the keyboard is. */
  type(text: string): Promise<void>
}

/** Waits for the window of an app that was started with `--remote-debugging-pipe` on its descriptors 3 and 4. */
export async function drivePage(child: ChildProcess, timeoutMs?: number): Promise<DrivenPage> {
  const call = debuggerCalls(child)
  const targetId = await waitFor(
    'a window',
    async () => pageTarget(await call('Target.getTargets', {})),
    timeoutMs
  )
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true })
  const evaluate = async (expression: string) => {
    const params = { expression, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails } = await call('Runtime.evaluate', params, sessionId)
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
    return isRecord(result) ? result['value'] : undefined
  }
  return {
    evaluate,
    async doubleClick(selector) {
      const box = `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()`
      const at = {
        x: await evaluate(`${box}.x + ${box}.width / 2`),
        y: await evaluate(`${box}.y + ${box}.height / 2`)
      }
      for (const clickCount of [1, 2]) {
        for (const type of ['mousePressed', 'mouseReleased']) {
          await call('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount }, sessionId)
        }
      }
    },
    async type(text) {
      await call('Input.insertText', { text }, sessionId)
    }
  }
}

/** Calls of the DevTools protocol over file descriptors 3 and 4, each message ended by a zero byte. */
function debuggerCalls(child: ChildProcess) {
  const [, , , input, output] = child.stdio
  if (!isWritable(input) || !isReadable(output)) throw new Error('The pipes to the app are missing.')
  const waiting = new Map<number, (answer: Answer) => void>()
  child.once('exit', () => {
    for (const settle of waiting.values()) settle({ error: { message: 'the app ended' } })
  })
  let rest = ''
  output.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\0')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const answer = JSON.parse(part) as Answer
      if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    }
  })
  let last = 0
  return async (method: string, params: object, sessionId?: unknown): Promise<Record<string, unknown>> => {
    const id = (last += 1)
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve)
      input.write(
        `${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`
      )
    })
    waiting.delete(id)
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result ?? {}
  }
}

function pageTarget({ targetInfos }: Record<string, unknown>): string | null {
  const infos: unknown[] = Array.isArray(targetInfos) ? targetInfos : []
  const page = infos
    .filter(isRecord)
    .find((info) => info['type'] === 'page' && info['url'] === 'galley://app/')
  const id = page?.['targetId']
  return typeof id === 'string' ? id : null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isWritable = (stream: unknown): stream is Writable =>
  isRecord(stream) && typeof stream['write'] === 'function'
const isReadable = (stream: unknown): stream is Readable =>
  isRecord(stream) && typeof stream['read'] === 'function'
