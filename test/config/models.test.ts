import { parseConfig } from '../../lib/config/parse.ts';

const messages = (text: string) => parseConfig(text).diagnostics.map(({ at, message }) => `${at.line}: ${message}`);

describe('models and servers in a project file', () => {
  it('are of Bedrock where nothing else is said', () => {
    expect(parseConfig('models: {default: {model: m.x}}').config.models).toEqual({
      default: { provider: 'bedrock', model: 'm.x' },
    });
  });

  it('are told what they lack', () => {
    expect(messages('models:\n  here: {provider: openai-compatible, model: m}')).toEqual([
      '2: A model of the provider openai-compatible needs a baseURL',
    ]);
    expect(messages('models:\n  "1st": {model: m}')).toEqual([
      '2: The name of a model is letters, digits, "-" and "_", a letter first',
    ]);
    expect(messages('models:\n  a: {model: m, prices: {input: 1}}')[0]).toMatch(/^2: /);
    expect(messages('mcp:\n  docs: {headers: {}}')[0]).toMatch(/^2: /);
    expect(messages('mcp:\n  Docs: {url: "http://x.example"}')[0]).toMatch(/lower-case/);
  });
});
