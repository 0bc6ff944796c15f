/** What a tab says to the worker that it shares with the other tabs of the browser. */
export type FromTab =
  | {
      readonly say: 'ask'
      /** Of the tab: what the answer is to be called. */
      readonly id: number
      readonly url: string
      readonly method: string
      readonly headers: readonly (readonly [string, string])[]
      readonly body: Uint8Array<ArrayBuffer> | null
    }
  /** It has room for another piece of the body. */
  | { readonly say: 'more'; readonly id: number }
  | { readonly say: 'stop'; readonly id: number }
  /** The tab ends, or is set aside by the browser. */
  | { readonly say: 'bye' }

/** What the worker answers. */
export type ToTab =
  | { readonly say: 'answer'; readonly id: number; readonly status: number; readonly hasBody: boolean }
  | { readonly say: 'piece'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly say: 'end'; readonly id: number }
  | { readonly say: 'failed'; readonly id: number }
