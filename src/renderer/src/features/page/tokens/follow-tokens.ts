import { subscribeTree, tree } from '../../../engines/tree/tree-store'
import { followIcons } from './site-icons'
import { followPlaceholders } from './site-placeholders'

/** Told when placeholders and icons may stand for something else. @returns a function that ends it */
export function followTokens(listener: () => void): () => void {
  let { folders } = tree()
  const ends = [
    followPlaceholders(listener),
    followIcons(listener),
    subscribeTree(() => {
      if (tree().folders === folders) return
      folders = tree().folders
      listener()
    })
  ]
  return () => ends.forEach((end) => end())
}
