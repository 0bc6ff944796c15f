/**
 * What the PDF library takes for granted and the oldest supported Chrome (114) does not have. To be imported
 * before it, in the window and in its workers. To be deleted when Chrome 119 is the oldest.
 */
if (!('withResolvers' in Promise)) {
  Object.defineProperty(Promise, 'withResolvers', {
    configurable: true,
    writable: true,
    value: withResolvers
  })
}

function withResolvers(this: PromiseConstructor) {
  let resolve: (value: unknown) => void = () => undefined
  let reject: (reason: unknown) => void = () => undefined
  const promise = new this<unknown>((resolved, rejected) => {
    resolve = resolved
    reject = rejected
  })
  return { promise, resolve, reject }
}

export {}
