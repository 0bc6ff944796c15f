import { z } from 'zod'
import { useEffect, useState } from 'react'

const notices = z.object({
  parts: z.array(
    z.object({ name: z.string(), version: z.string(), licence: z.string(), texts: z.array(z.int().min(0)) })
  ),
  texts: z.array(z.string())
})

/** One package that Galley is made with. */
export interface Part {
  readonly name: string
  readonly version: string
  readonly licence: string
  /** Its licence, word by word, and what else it says about who wrote it. */
  readonly text: string
}

type Licences =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'loaded'; readonly parts: readonly Part[] }

/** What the build wrote beside the window: it is there without any network (PK5). */
export function useLicences(): { readonly licences: Licences; readonly reload: () => void } {
  const [licences, setLicences] = useState<Licences>({ status: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let over = false
    const show = (next: Licences) => {
      if (!over) setLicences(next)
    }
    readParts().then(
      (parts) => show({ status: 'loaded', parts }),
      () => show({ status: 'failed' })
    )
    return () => {
      over = true
    }
  }, [attempt])
  return {
    licences,
    reload: () => {
      setLicences({ status: 'loading' })
      setAttempt(attempt + 1)
    }
  }
}

async function readParts(): Promise<readonly Part[]> {
  const answer = await fetch(new URL('licences.json', document.baseURI))
  if (!answer.ok) throw new Error(String(answer.status))
  const { parts, texts } = notices.parse(await answer.json())
  return parts.map(({ texts: own, ...part }) => ({
    ...part,
    text: own.map((at) => texts[at] ?? '').join('\n\n')
  }))
}

/** Those whose name, licence or text has every word that was typed. */
export function matching(parts: readonly Part[], typed: string): readonly Part[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return words.length === 0
    ? parts
    : parts.filter(({ name, licence, text }) => {
        const said = `${name} ${licence} ${text}`.toLowerCase()
        return words.every((word) => said.includes(word))
      })
}
