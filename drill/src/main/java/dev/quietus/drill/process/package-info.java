/**
 * The other processes of a demo or a drill: started by this process, ended by it, and gone when it
 * is gone. Owns processes of the operating system with their logs and port files, and knows each by
 * the id that it was started with. It must never end a process that it did not start, never look
 * one up by name, and never decide anything about runs or stops.
 */
@NullMarked
package dev.quietus.drill.process;

import org.jspecify.annotations.NullMarked;
