import { modals } from '@mantine/modals'
import { useEffect, useState } from 'react'
import { placeSentence, type RiskyPlace } from '../../../../common/health'
import { api } from '../../api'
import { desktop } from '../../workbench/bridge'
import { keep, keptText } from '../../state/keep'

const WAIT_MS = 300

/** What a folder that is being chosen lies in; null for a plain disk, and until that is known. */
export function usePlace(folder: string): RiskyPlace | null {
  const [found, setFound] = useState<{ readonly folder: string; readonly place: RiskyPlace | null } | null>(
    null
  )
  useEffect(() => {
    const wanted = folder.trim()
    if (wanted === '') return
    let over = false
    const timer = setTimeout(() => {
      void placeAt(wanted).then((place) => {
        if (!over) setFound({ folder, place })
      })
    }, WAIT_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [folder])
  return found?.folder === folder ? found.place : null
}

/**
 * Says once what can go wrong in a folder that another program mirrors, or that lies on a network (W13),
 * before it is opened.
 * @returns whether it is to be opened all the same
 */
export async function askAboutPlace(folder: string): Promise<boolean> {
  const place = wasAsked(folder) ? null : await placeAt(folder)
  if (!place) return true
  const isWanted = await confirmed(place)
  if (isWanted) rememberAsked(folder)
  return isWanted
}

/** The workspace that was just opened needs not be spoken of again. */
export async function placeWasTold(): Promise<void> {
  await api.silencePlace(true).catch(() => undefined)
}

async function placeAt(folder: string): Promise<RiskyPlace | null> {
  return (
    (await desktop()
      ?.call('placeOf', folder)
      .catch(() => null)) ?? null
  )
}

function confirmed(place: RiskyPlace): Promise<boolean> {
  const { what, todo } = placeSentence(place)
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: 'Keep a workspace here?',
      children: `${what} ${todo}`,
      labels: { confirm: 'Open it here', cancel: 'Choose another folder' },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false)
    })
  })
}

const KEY = 'galley.places-asked'
const MOST = 50

function askedFolders(): string[] {
  try {
    const kept: unknown = JSON.parse(keptText(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

const wasAsked = (folder: string) => askedFolders().includes(folder)

function rememberAsked(folder: string): void {
  keep(KEY, JSON.stringify([folder, ...askedFolders()].slice(0, MOST)))
}
