/**
 * Reads the Lua scripts of the contracts.
 */
@NullMarked
package io.redisjobs.lua;

import org.jspecify.annotations.NullMarked;
