/** One answer, whatever carried it. Header names are lower-case. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface RequestParts {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
}

/** A way to the service: in process, over HTTP, or through a window of the app. The suite is the same for all. */
export interface Transport {
  /** As the caller whose e-mail is `email`. */
  request(method: string, path: string, parts?: RequestParts): Promise<Reply>
  readonly email: string
  /** Says of an address that this way cannot even ask for it: a browser parses no URL with an escaped NUL. */
  readonly cannotAsk?: (path: string) => boolean
  close(): Promise<void>
}

/** The request of a fetch-like function, for transports that have one. */
export async function replyOf(response: Response): Promise<Reply> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer())
  }
}
