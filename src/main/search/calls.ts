import type { Failure } from '../workers/messages'
import type { Engine } from './engine/engine'

/** What the thread of the index is asked for; each call has one input. */
export type CallName = keyof Engine

export type Input = { readonly [Name in CallName]: Parameters<Engine[Name]>[0] }
export type Output = { readonly [Name in CallName]: ReturnType<Engine[Name]> }

/** The index, wherever it is. */
export interface Index {
  /** @throws GalleyError too-complex for a question that takes too long · closed */
  call<Name extends CallName>(name: Name, input: Input[Name]): Promise<Output[Name]>
  close(): Promise<void>
}

/** The engine, as a table of its calls. */
type Calls = { readonly [Name in CallName]: (input: Input[Name]) => Output[Name] }

export function callEngine<Name extends CallName>(
  engine: { readonly [One in Name]: Calls[One] },
  name: Name,
  input: Input[Name]
): Output[Name] {
  return engine[name](input)
}

export interface Call<Name extends CallName = CallName> {
  readonly id: number
  readonly name: Name
  readonly input: Input[Name]
}

/** What the thread says to a call. */
type AnswerTo<Name extends CallName> =
  | { readonly id: number; readonly name: Name; readonly output: Output[Name] }
  | { readonly id: number; readonly name: Name; readonly failure: Failure }

export type Answered<Name extends CallName = CallName> = { [One in Name]: AnswerTo<One> }[Name]
