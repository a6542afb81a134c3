package host

// OpenTasks returns how many tasks are open.
func (h *Host) OpenTasks() int {
	h.engine.mu.Lock()
	defer h.engine.mu.Unlock()
	return len(h.engine.open)
}
