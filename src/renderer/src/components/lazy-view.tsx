import { use, type ComponentType } from 'react'
import { loadOnce } from './load-once'

/**
 * A view that is loaded when it is first shown, and suspends until then. Unlike `React.lazy`, a failed load
 * is not kept for ever: it is thrown, and tried again after `forgetFailures`.
 */
export function lazyView<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const once = loadOnce(load)
  return function LazyView(props: P) {
    const View = use(once())
    return <View {...props} />
  }
}
