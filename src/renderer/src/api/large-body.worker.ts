import { patiently } from './patient'

/** A request to send, or one to give up. */
export type BodyAsk =
  | {
      readonly id: number
      /** Whole: a thread's own address is another one than the page's. */
      readonly url: string
      readonly method: string
      readonly headers: [string, string][]
      readonly body: ArrayBuffer
    }
  | { readonly id: number; readonly stop: true }

export type BodyAnswer =
  | {
      readonly id: number
      readonly status: number
      readonly headers: [string, string][]
      /** Null where the status has none. */
      readonly body: ArrayBuffer | null
    }
  | { readonly id: number; readonly problem: string }

const underWay = new Map<number, AbortController>()

self.onmessage = ({ data }: MessageEvent<BodyAsk>) => {
  if ('stop' in data) underWay.get(data.id)?.abort()
  else void answer(data)
}

async function answer(ask: Exclude<BodyAsk, { stop: true }>): Promise<void> {
  const { id, url, method, headers, body } = ask
  const control = new AbortController()
  const { signal } = control
  underWay.set(id, control)
  try {
    const given = await patiently(() => fetch(url, { method, headers, body, signal }), signal)
    const bytes = await given.arrayBuffer()
    tell({
      id,
      status: given.status,
      headers: [...given.headers],
      body: bytes.byteLength === 0 ? null : bytes
    })
  } catch (problem) {
    tell({ id, problem: problem instanceof Error ? problem.message : String(problem) })
  } finally {
    underWay.delete(id)
  }
}

const tell = (answer: BodyAnswer) =>
  self.postMessage(answer, { transfer: 'body' in answer && answer.body ? [answer.body] : [] })
