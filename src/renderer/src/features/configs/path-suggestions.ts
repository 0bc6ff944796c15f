import { useEffect, useState } from 'react'
import { contentPath, nameOf } from '../../../../common/content/paths'
import { api } from '../../api'

/**
 * What can follow a half-typed path of an organization: the entries of the folder that it is in.
 * @param typed in the organization, as `/site/fol`
 * @returns paths in the organization; those of the last folder until the next are known
 */
export function usePathSuggestions(org: string, typed: string): string[] {
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1) || '/'
  const [found, setFound] = useState<readonly string[]>([])
  useEffect(() => {
    const stop = new AbortController()
    suggestions(org, folder, stop.signal).then(setFound, () => {
      if (!stop.signal.aborted) setFound([])
    })
    return () => stop.abort()
  }, [org, folder])
  return [...found]
}

async function suggestions(org: string, folder: string, signal: AbortSignal): Promise<string[]> {
  const inside = folder.replace(/^\/+|(?<!\/)\/+$/g, '')
  const path = contentPath(inside === '' ? `/${org}` : `/${org}/${inside}`)
  const entries = await api.list(path, { missing: 'empty', signal })
  return entries.map(
    (entry) => `${folder.startsWith('/') ? '' : '/'}${folder}${nameOf(contentPath(entry.path))}`
  )
}
