import { expect, test } from 'vitest'
import { FileCache } from './file-cache.ts'

test('files stay as long as there is room, those used last longest, and each is read once', async () => {
  const read: string[] = []
  const cache = new FileCache(100, (id) => {
    read.push(id)
    return Promise.resolve(Buffer.alloc(40))
  })
  await Promise.all([cache.get('a'), cache.get('a')])
  await cache.get('b')
  await cache.get('a')
  await cache.get('c')
  expect([read, cache.bytes]).toEqual([['a', 'b', 'c'], 80])
  await cache.get('a')
  await cache.get('b')
  expect(read).toEqual(['a', 'b', 'c', 'b'])
})

test('one that cannot be read is asked for again, and one that is too large for all is held alone', async () => {
  const answers: (Buffer | Error)[] = [new Error('away'), Buffer.alloc(40), Buffer.alloc(200)]
  const cache = new FileCache(100, () => {
    const answer = answers.shift()!
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  })
  await expect(cache.get('a')).rejects.toThrow('away')
  expect((await cache.get('a')).length).toBe(40)
  expect((await cache.get('b')).length).toBe(200)
  expect(cache.bytes).toBe(200)
})
