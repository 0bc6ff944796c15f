import { parentPort } from 'node:worker_threads'
import { answerQuestion } from './answer-question'
import type { IndexQuestion } from './messages'

/** The worker thread in which pages are read for the index; built into a program of its own. */
parentPort?.on('message', (question: IndexQuestion) => parentPort?.postMessage(answerQuestion(question)))
