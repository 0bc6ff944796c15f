import { api, forgetPageKey, reasonOf, sentenceOf } from '../api'
import { tellFailure } from '../workbench/toast'
import { saveEverything } from '../documents/closing'

/** Ends the session of this browser (A5), once everything is saved. */
export async function signOut(): Promise<void> {
  if (!(await saveEverything())) return
  try {
    await api.signOut()
  } catch (error) {
    if (reasonOf(error) !== 'unauthenticated')
      return tellFailure('You are still signed in', sentenceOf(error))
  }
  forgetPageKey()
  location.replace('/')
}
