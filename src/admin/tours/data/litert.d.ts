/** Programs of LiteRT as its package ships them, without types: each makes the module that it asks for. */
declare module '@litertjs/core/wasm/litert_wasm_internal.js' {
  const factory: (module: object) => Promise<object>;
  export = factory;
}
declare module '@litertjs/core/wasm/litert_wasm_compat_internal.js' {
  const factory: (module: object) => Promise<object>;
  export = factory;
}
